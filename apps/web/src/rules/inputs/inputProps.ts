import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import type { Errors } from '../../ui/form/edit/errorsBelow.ts'

type InputDefinition = NonNullable<TemplateInput['inputs']>[number]

/** What each kind of input gets. */
export interface InputProps {
  readonly input: InputDefinition & Pick<TemplateInput, 'inputs'>
  /** What it is called. */
  readonly label: string
  readonly value: unknown
  /** `touched`: the path of what was changed within it; left out: all of it. */
  readonly onChange: (value: unknown, touched?: string) => void
  readonly errors: Errors
}

/** The words of what is wrong with it as a whole, or with something in it. */
export const firstError = (errors: Errors): string | undefined => errors[''] ?? Object.values(errors)[0]
