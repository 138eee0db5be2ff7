import './deploy.css'

/** Sentences of a dialog, one below the other. */
export const SentenceList = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className="asked-list">
    {sentences.map(sentence => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)
