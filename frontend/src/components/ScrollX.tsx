interface ScrollXProps {
  /** What is scrolled, for those who come to it by keyboard. */
  label: string;
  children: React.ReactNode;
}

/** What may be wider than the page, and has nothing in it that takes the focus: it is scrolled by keyboard itself. */
export function ScrollX({ label, children }: ScrollXProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className="scroll-x" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
