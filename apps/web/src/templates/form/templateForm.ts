import type { UseFormReturnType } from '@mantine/form'
import type { Engine } from '@steading/contract/rules/ruleTemplates'
import type { TemplateInput } from '@steading/contract/rules/templateInputs'
import { type RawTemplate, type TemplateDetails, templates } from '@steading/contract/rules/templates'

/** Form values of a template. */
export interface TemplateFormValues extends Pick<RawTemplate, 'name' | 'translations' | 'description' | 'profiles'> {
  /** null: not chosen yet. */
  engine: Engine | null
  /** Chosen inputs in the order of the request. */
  inputs: readonly TemplateInput[]
}
export interface CreateTemplateValues extends TemplateFormValues {
  /** null: not chosen yet. */
  entityId: string | null
}
export interface EditTemplateValues extends TemplateFormValues {
  version: number
}
export type TemplateForm = UseFormReturnType<TemplateFormValues>

export const newSchema = templates.create.body
export const editSchema = templates.edit.body

export const toFormValues = ({
  name,
  translations,
  description,
  profiles,
  category,
  inputs,
  version,
}: TemplateDetails): EditTemplateValues => ({
  name: name ?? '',
  translations,
  description,
  profiles,
  engine: category.id,
  inputs,
  version,
})

/** Name of a copy: at most 50 characters, a long name is cut at its end. */
export function copyName(name: string, written: (name: string) => string): string {
  const most = 50
  const over = written(name).length - most
  // Do not cut a surrogate pair in half.
  const short = name.slice(0, Math.max(0, name.length - over)).replace(/[\uD800-\uDBFF]$/, '')
  return over > 0 ? written(short.trimEnd()) : written(name)
}
