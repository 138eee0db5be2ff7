import type { UseFormReturnType } from '@mantine/form'
import type { Engine } from '@steading/contract/rule-templates'
import type { TemplateInput } from '@steading/contract/template-inputs'
import { type RawTemplate, type TemplateDetails, templates } from '@steading/contract/templates'

/** A template as its form holds it. */
export interface Entered extends Pick<RawTemplate, 'name' | 'translations' | 'description' | 'profiles'> {
  /** null: not chosen yet. */
  engine: Engine | null
  /** Those that are asked for, in the order in which they travel. */
  inputs: readonly TemplateInput[]
}
export interface EnteredNew extends Entered {
  /** null: not chosen yet. */
  entityId: string | null
}
export interface EnteredEdit extends Entered {
  version: number
}
export type TemplateForm = UseFormReturnType<Entered>

export const newSchema = templates.create.body
export const editSchema = templates.edit.body

export const enteredOf = ({
  name,
  translations,
  description,
  profiles,
  category,
  inputs,
  version,
}: TemplateDetails): EnteredEdit => ({
  ...{ name: name ?? '', translations, description, profiles, engine: category.id, inputs, version },
})

/** A name that is free for a copy: 50 characters at most, the end of a long one gives way. */
export function copyName(name: string, written: (name: string) => string): string {
  const most = 50
  const over = written(name).length - most
  // No half of a character at the cut.
  const short = name.slice(0, Math.max(0, name.length - over)).replace(/[\uD800-\uDBFF]$/, '')
  return over > 0 ? written(short.trimEnd()) : written(name)
}
