import { useEffect, useState } from "react";

const REST_MS = 200;

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder: string;
  /** The keys that lead to it. */
  keys?: string;
  ref?: React.Ref<HTMLInputElement>;
}

/** A search whose words the address carries; it follows them when the typing rests. */
export function SearchField({ value, onChange, label, placeholder, keys, ref }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [previous, setPrevious] = useState(value);
  if (value !== previous) {
    setPrevious(value);
    // Back and forward change the address without the field; what the field itself sent must not overtake the typing.
    if (value !== sent) setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange(typed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <input
      ref={ref}
      type="search"
      className="field"
      placeholder={placeholder}
      aria-label={label}
      aria-keyshortcuts={keys}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
