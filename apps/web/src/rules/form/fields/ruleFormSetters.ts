import type { RuleFormValues } from '../../values/ruleForm.ts'

export interface RuleFormSetters {
  /** Replaces all values; a function receives the current ones. */
  readonly put: (next: RuleFormValues | ((now: RuleFormValues) => RuleFormValues)) => void
  /** Changes some values and clears the errors at `touched`. */
  readonly set: (change: Partial<RuleFormValues>, touched: string) => void
  /** The next save waits for this work, which never rejects: it changes values. */
  readonly saveAfter: (work: Promise<void>) => void
  readonly onInput: (id: string, value: unknown, touched?: string) => void
}
