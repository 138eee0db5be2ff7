import type { Category } from '@steading/contract/categories'
import type { InputFilters, InputGroup, TemplateInput } from '@steading/contract/template-inputs'
import { INPUT_GROUPS } from '@steading/contract/template-inputs'

type Inputs = readonly TemplateInput[]

/** An input is asked for, too, in the place that forms give it. */
export function withInput(inputs: Inputs, fresh: TemplateInput, whole: Inputs): Inputs {
  const rank = (one: TemplateInput) => whole.findIndex(({ id }) => id === one.id)
  const after = inputs.findIndex(one => rank(one) > rank(fresh))
  return after < 0 ? [...inputs, fresh] : inputs.toSpliced(after, 0, fresh)
}

export const withoutInput = (inputs: Inputs, id: string): Inputs => inputs.filter(one => one.id !== id)

/** Other settings of an input; undefined: set no longer. */
export type Change = { readonly [K in keyof TemplateInput]?: TemplateInput[K] | undefined }

const changed = <T extends object>(of: T, change: object): T =>
  Object.fromEntries(Object.entries({ ...of, ...change }).filter(([, value]) => value !== undefined)) as T // safe: only what may be absent is set to undefined

/** The same list, one of it set otherwise. */
export const withChange = <T extends object>(list: readonly T[], at: number, change: Change): T[] =>
  list.map((one, index) => (index === at ? changed(one, change) : one))

/** Bounds that were left open are those of the category. */
export const bounded = <T extends Pick<TemplateInput, 'id' | 'min' | 'max' | 'inputs'>>(
  inputs: readonly T[],
  whole: readonly T[],
): T[] =>
  inputs.map(one => {
    const of = whole.find(({ id }) => id === one.id)
    if (!of) return one
    return changed(one, {
      min: one.min ?? of.min,
      max: one.max ?? of.max,
      inputs: one.inputs && of.inputs ? bounded(one.inputs, of.inputs) : one.inputs,
    })
  })

/** The tabs that these inputs stand on, in the order of forms. */
export const tabsOf = (inputs: Inputs): readonly InputGroup[] =>
  INPUT_GROUPS.filter(group => inputs.some(one => one.group === group))

/** Of what is wrong with the inputs, what concerns one of them, by the path from there. */
export const wrongBelow = (errors: Readonly<Record<string, unknown>>, path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([field, words]) =>
      typeof words === 'string' && field.startsWith(`${path}.`) ? [[field.slice(path.length + 1), words]] : [],
    ),
  )

/** Whether interfaces of a category pass these filters, but for its name. */
export const fitting = (
  { kind, dataType }: Pick<Category, 'kind' | 'dataType'>,
  { kinds, dataTypes }: Pick<InputFilters, 'kinds' | 'dataTypes'>,
): boolean => (kinds?.includes(kind) ?? true) && (dataTypes?.includes(dataType) ?? true)
