import '../asked.css'

/** Sentences of a question, one below the other. */
export const Sentences = ({ of }: { of: readonly string[] }) => (
  <ul className="asked-list">
    {of.map(sentence => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)
