export interface Choice {
  readonly value: string
  readonly label: string
  /** What a chip says and what is typed to find it, where that is not all of its label. */
  readonly words?: string
}

export const wordsOf = ({ label, words = label }: Choice): string => words

/** What the chip of a filter says. */
export const textOfChosen = (choices: readonly Choice[], value: readonly string[]): string =>
  choices
    .filter(choice => value.includes(choice.value))
    .map(wordsOf)
    .join(', ')
