import { CallFailed } from '@steading/contract/client'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { WasRefused } from '../../platform/api.ts'
import { heard } from '../../platform/failures.ts'
import type { Translate } from '@steading/locales/text'
import { useText } from '../../platform/texts.tsx'
import { focusFirstInvalid } from './focus.ts'
import { firstLeft } from './left.ts'
import { met } from './met.ts'
import { problems } from './problems.ts'
import { useGuard } from './useGuard.ts'

export interface EditForm<V extends object> {
  readonly form: UseFormReturnType<V>
  readonly dirty: boolean
  readonly saving: boolean
  /** The form element's handler. */
  readonly submit: (event?: { preventDefault(): void }) => Promise<void>
  /** Give it to the form element. */
  readonly ref: React.RefObject<HTMLFormElement | null>
  /**
   * Somebody else has saved meanwhile: what was not touched becomes theirs, what was changed stays. `from` is what their values
   * are compared with, where the form began anew by itself.
   */
  readonly meet: (theirs: Partial<V>, from?: V) => void
  /** What was saved is done with: the form begins again, with these. */
  readonly anew: (values: V) => void
  /** Which entries are wrong, so that their tab can say so. */
  readonly wrong: readonly string[]
}

/** What the entries are held against: a schema, or the words for each entry by its path. */
type Held<V> = { readonly schema: z.ZodType } | { readonly wrongIn: (values: V) => Readonly<Record<string, string>> }

interface Complaint {
  readonly field: string
  readonly message: string
}

/** What the server finds wrong with single entries. */
function complaintsOf(error: unknown, refusedAt: Readonly<Record<string, string>>, t: Translate): readonly Complaint[] {
  if (error instanceof WasRefused) {
    const field = refusedAt[error.code]
    return field === undefined ? [] : [{ field, message: error.message }]
  }
  if (!(error instanceof CallFailed)) return []
  return (error.failure?.fields ?? []).map(one => ({ field: one.field, message: heard(one, t) }))
}

const says = (form: HTMLElement | null, messages: readonly string[]): boolean =>
  messages.some(one => form?.textContent.includes(one))

/**
 * A form over the contract's own schema. Save stays enabled and leads to the first entry that does not hold; what the server
 * finds wrong with an entry stands at that entry; leaving with unsaved changes asks first.
 */
export function useEditForm<V extends object>({
  initial,
  save,
  onInvalid,
  fieldOf = field => field,
  refusedAt = {},
  wordsAt = () => undefined,
  together,
  ...held
}: {
  initial: V
  /** Throws what failed; the form keeps everything that was typed. False: nothing was saved, because the person backed out. */
  save: (values: V) => Promise<void | false>
  /** Before the focus moves: open the tab that holds one of these entries, or the field with something left typed. */
  onInvalid?: (wrong: readonly string[], left: Element | null) => void
  /** What the form calls a field that the server complains of. */
  fieldOf?: (field: string, values: V) => string
  /** Refusals that are of one entry, and of which. */
  refusedAt?: Readonly<Record<string, string>>
  /** What the form says of an entry that the server complains of, where it has words of its own. */
  wordsAt?: (field: string) => string | undefined
  /** Entries that say one thing together, and are taken from somebody else together. */
  together?: readonly (readonly (keyof V)[])[]
} & Held<V>): EditForm<V> {
  const t = useText()
  const ref = useRef<HTMLFormElement>(null)
  const [saving, setSaving] = useState(false)
  const leaving = useRef(false)
  const form = useForm<V>({
    initialValues: initial,
    validate: values => ('schema' in held ? problems(held.schema, values, t) : { ...held.wrongIn(values) }),
    clearInputErrorOnChange: true,
  })
  const dirty = form.isDirty()

  useGuard(dirty, leaving)

  const began = useRef(initial)
  const meet = (theirs: Partial<V>, from = began.current) => {
    form.setValues(met(from, form.getValues(), theirs, together))
    began.current = { ...from, ...theirs }
    form.resetDirty(began.current)
  }

  const renewed = useRef(false)
  const anew = (values: V) => {
    form.setInitialValues(values)
    form.reset()
    began.current = values
    renewed.current = true
  }

  const show = (errors: Readonly<Record<string, unknown>>, left: Element | null = null) => {
    const wrong = Object.keys(errors)
    if (wrong.length === 0 && !left) return
    onInvalid?.(wrong, left)
    focusFirstInvalid(ref.current)
  }
  const submit = async (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    if (saving) return
    const { hasErrors, errors } = form.validate()
    const left = firstLeft(ref.current)
    if (hasErrors || left) return show(errors, left)
    setSaving(true)
    leaving.current = true
    renewed.current = false
    try {
      // What is typed until the answer comes is not kept yet.
      const sent = form.getValues()
      if ((await save(sent)) !== false && !renewed.current) form.resetDirty(sent)
    } catch (error) {
      const fields = complaintsOf(error, refusedAt, t)
      const byField = Object.fromEntries(
        fields.map(({ field, message }) => {
          const name = fieldOf(field.replace(/^body\./, ''), form.getValues())
          return [name, wordsAt(name) ?? message]
        }),
      )
      flushSync(() => form.setErrors(byField))
      // What no entry shows would be told to nobody; a form with tabs opens the one that does.
      const isTold = fields.length > 0 && (onInvalid !== undefined || says(ref.current, Object.values(byField)))
      show(byField)
      if (!isTold) throw error
    } finally {
      leaving.current = false
      setSaving(false)
    }
  }
  return { form, dirty, saving, submit, ref, meet, anew, wrong: Object.keys(form.errors) }
}
