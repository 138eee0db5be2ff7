import type { TemplateInput } from '@steading/contract/template-inputs'

/** What is wrong below an input, by the path from there; '' is the input itself. */
export type Errors = Readonly<Record<string, string>>

type One = NonNullable<TemplateInput['inputs']>[number]

/** What each kind of input gets. */
export interface InputProps {
  readonly input: One & Pick<TemplateInput, 'inputs'>
  /** What it is called. */
  readonly label: string
  readonly value: unknown
  /** `touched`: the path of what was changed within it; left out: all of it. */
  readonly onChange: (value: unknown, touched?: string) => void
  readonly errors: Errors
}

/** Of an input what stands below a path of it. */
export const below = (errors: Errors, path: string): Errors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, words]) =>
      field === path ? [['', words]] : field.startsWith(`${path}.`) ? [[field.slice(path.length + 1), words]] : [],
    ),
  )

/** The words of what is wrong with it as a whole, or with something in it. */
export const anyOf = (errors: Errors): string | undefined => errors[''] ?? Object.values(errors)[0]
