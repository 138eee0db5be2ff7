import type { Texts } from '@steading/locales/text'

/** Content of the file that every visit loads in its language. `build/splitTexts.ts` writes it, `textFiles.ts` reads it. */
export interface Start {
  readonly texts: Partial<Texts>
  /** Files of the further texts. */
  readonly parts: readonly string[]
  /** Files of the scripts that others need. */
  readonly scripts: readonly string[]
  /** What a script needs that is imported on demand, by its file: places in `scripts` and in `parts`. The same in every language. */
  readonly needs: Readonly<Record<string, readonly [scripts: readonly number[], parts: readonly number[]]>>
}
