import type { RuleContent } from './assemble.ts'

export interface NewRule extends RuleContent {
  readonly displayName: string
  /** Absent: the product's own template of the engine. */
  readonly templateId?: string | null
  readonly showAllInterfaces?: boolean
  readonly isSystem?: boolean
  /** Desired from the start; the box gets it with the next revision of its configuration. */
  readonly deploy?: boolean
}
