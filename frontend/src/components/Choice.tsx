interface ChoiceProps<T extends string> {
  /** What is chosen here. */
  label: string;
  /** Each with its name on the page. */
  choices: readonly (readonly [T, string])[];
  chosen: T;
  onChoose: (choice: T) => void;
}

/** One of a few, side by side. */
export function Choice<T extends string>({ label, choices, chosen, onChoose }: ChoiceProps<T>) {
  return (
    <span className="joined" role="group" aria-label={label}>
      {choices.map(([choice, name]) => (
        <button key={choice} type="button" className="button" aria-pressed={choice === chosen} onClick={() => onChoose(choice)}>
          {name}
        </button>
      ))}
    </span>
  );
}
