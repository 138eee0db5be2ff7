import type { RuleFormValues } from '../../values/ruleForm.ts'

export interface RuleFormSetters {
  /** Replaces all values; a function receives the current ones. */
  readonly put: (next: RuleFormValues | ((now: RuleFormValues) => RuleFormValues)) => void
  /** Changes some values and clears the errors at `touched`. */
  readonly set: (change: Partial<RuleFormValues>, touched: string) => void
  readonly onInput: (id: string, value: unknown, touched?: string) => void
}
