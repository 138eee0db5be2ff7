import type { Category } from '@steading/contract/devices/categories'
import type { InputFilters, InputGroup, TemplateInput } from '@steading/contract/rules/templateInputs'
import { INPUT_GROUPS } from '@steading/contract/rules/templateInputs'

type Inputs = readonly TemplateInput[]

/** Adds an input at its position in forms. */
export function withInput(inputs: Inputs, fresh: TemplateInput, whole: Inputs): Inputs {
  const rank = (templateInput: TemplateInput) => whole.findIndex(({ id }) => id === templateInput.id)
  const after = inputs.findIndex(input => rank(input) > rank(fresh))
  return after < 0 ? [...inputs, fresh] : inputs.toSpliced(after, 0, fresh)
}

export const withoutInput = (inputs: Inputs, id: string): Inputs => inputs.filter(input => input.id !== id)

/** Changes settings of an input; undefined removes one. */
export type Change = { readonly [K in keyof TemplateInput]?: TemplateInput[K] | undefined }

const changed = <T extends object>(of: T, change: object): T =>
  Object.fromEntries(Object.entries({ ...of, ...change }).filter(([, value]) => value !== undefined)) as T // safe: only what may be absent is set to undefined

/** Replaces one item of a list. */
export const withChange = <T extends object>(list: readonly T[], at: number, change: Change): T[] =>
  list.map((one, index) => (index === at ? changed(one, change) : one))

/** Fills open bounds with those of the category. */
export const bounded = <T extends Pick<TemplateInput, 'id' | 'min' | 'max' | 'inputs'>>(
  inputs: readonly T[],
  whole: readonly T[],
): T[] =>
  inputs.map(input => {
    const of = whole.find(({ id }) => id === input.id)
    if (!of) return input
    return changed(input, {
      min: input.min ?? of.min,
      max: input.max ?? of.max,
      inputs: input.inputs && of.inputs ? bounded(input.inputs, of.inputs) : input.inputs,
    })
  })

/** Tabs of these inputs, in the order of forms. */
export const tabsOf = (inputs: Inputs): readonly InputGroup[] =>
  INPUT_GROUPS.filter(group => inputs.some(input => input.group === group))

/** Validation errors of one input, by the path relative to it. */
export const wrongBelow = (errors: Readonly<Record<string, unknown>>, path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, words]) =>
      typeof words === 'string' && field.startsWith(`${path}.`) ? [[field.slice(path.length + 1), words]] : [],
    ),
  )

/** Whether interfaces of a category pass these filters, apart from the category filter. */
export const fitting = (
  { kind, dataType }: Pick<Category, 'kind' | 'dataType'>,
  { kinds, dataTypes }: Pick<InputFilters, 'kinds' | 'dataTypes'>,
): boolean => (kinds?.includes(kind) ?? true) && (dataTypes?.includes(dataType) ?? true)
