import { CallFailed } from '@steading/contract/http/client'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { WasRefused } from '../../../platform/api/api.ts'
import { fieldMessage } from '../../../platform/api/failures.ts'
import type { Translate } from '@steading/locales/text'
import { useText } from '../../../platform/texts.tsx'
import { focusFirstInvalid } from './focus.ts'
import { firstLeft } from '../input/uncommitted.ts'
import { merge3 } from './merge3.ts'
import { problems } from './fieldErrors.ts'
import { useGuard } from './useGuard.ts'

export interface EditForm<V extends object> {
  readonly form: UseFormReturnType<V>
  readonly dirty: boolean
  readonly saving: boolean
  /** Submit handler of the form element. */
  readonly submit: (event?: { preventDefault(): void }) => Promise<void>
  /** Ref of the form element. */
  readonly ref: React.RefObject<HTMLFormElement | null>
  /**
   * Three-way merge after a 409: untouched fields take the latest value, changed fields stay. `from`: base of the merge, if it
   * is not the base of the form.
   */
  readonly rebase: (latest: Partial<V>, from?: V) => void
  /** Starts the form again with these values, for example to create another. */
  readonly resetTo: (values: V) => void
  /** Invalid fields, so that their tab can be marked. */
  readonly wrong: readonly string[]
}

/** Validation by a schema, or by a function that answers messages by field path. */
type Validation<V> = { readonly schema: z.ZodType } | { readonly validate: (values: V) => Readonly<Record<string, string>> }

interface ServerProblem {
  readonly field: string
  readonly message: string
}

/** Field problems in a refusal or failure of the server. */
function serverProblems(error: unknown, refusedAt: Readonly<Record<string, string>>, t: Translate): readonly ServerProblem[] {
  if (error instanceof WasRefused) {
    const field = refusedAt[error.code]
    return field === undefined ? [] : [{ field, message: error.message }]
  }
  if (!(error instanceof CallFailed)) return []
  return (error.failure?.fields ?? []).map(one => ({ field: one.field, message: fieldMessage(one, t) }))
}

const containsText = (form: HTMLElement | null, messages: readonly string[]): boolean =>
  messages.some(message => form?.textContent.includes(message))

/** Random even where a page without TLS has no `crypto.randomUUID`. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')

/**
 * Form validated by the schema of the contract. Save stays enabled and focuses the first invalid field. Field problems of the
 * server are shown at their field. Leaving with unsaved changes asks first.
 */
export function useEditForm<V extends object>({
  initial,
  save,
  onInvalid,
  fieldOf = field => field,
  refusedAt = {},
  messageFor = () => undefined,
  together,
  ...validation
}: {
  initial: V
  /**
   * Saves the values; false if the user cancelled. `key`: idempotency key of the form, the same until a save succeeds.
   * @throws what failed: the form keeps the typed values
   */
  save: (values: V, key: string) => Promise<void | false>
  /** Called before the first invalid field is focused: opens its tab, or that of a field with uncommitted text. */
  onInvalid?: (wrong: readonly string[], left: Element | null) => void
  /** Maps a field of the request to the field of the form. */
  fieldOf?: (field: string, values: V) => string
  /** Field of the form by refusal code, for refusals that concern one field. */
  refusedAt?: Readonly<Record<string, string>>
  /** Own message of the form for a field that the server rejects. */
  messageFor?: (field: string) => string | undefined
  /** Groups of fields that are merged as one, such as a minimum and its maximum. */
  together?: readonly (readonly (keyof V)[])[]
} & Validation<V>): EditForm<V> {
  const t = useText()
  const ref = useRef<HTMLFormElement>(null)
  const [saving, setSaving] = useState(false)
  const leaving = useRef(false)
  // A reply that was lost is asked for again with the same key: the change is not made twice.
  const [key, setKey] = useState(newKey)
  const form = useForm<V>({
    initialValues: initial,
    validate: values => ('schema' in validation ? problems(validation.schema, values, t) : { ...validation.validate(values) }),
    clearInputErrorOnChange: true,
  })
  const dirty = form.isDirty()

  useGuard(dirty, leaving)

  const base = useRef(initial)
  const rebase = (latest: Partial<V>, from = base.current) => {
    form.setValues(merge3(from, form.getValues(), latest, together))
    base.current = { ...from, ...latest }
    form.resetDirty(base.current)
  }

  const wasReset = useRef(false)
  const resetTo = (values: V) => {
    form.setInitialValues(values)
    form.reset()
    base.current = values
    wasReset.current = true
  }

  const show = (errors: Readonly<Record<string, unknown>>, left: Element | null = null) => {
    const wrong = Object.keys(errors)
    if (wrong.length === 0 && !left) return
    // The tab that is opened has to be drawn before its field is focused, also after a call.
    flushSync(() => onInvalid?.(wrong, left))
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
    wasReset.current = false
    try {
      // Values typed while the request runs are not saved: the form stays dirty.
      const sent = form.getValues()
      if ((await save(sent, key)) === false) return
      setKey(newKey)
      if (!wasReset.current) form.resetDirty(sent)
    } catch (error) {
      const fields = serverProblems(error, refusedAt, t)
      const byField = Object.fromEntries(
        fields.map(({ field, message }) => {
          const name = fieldOf(field.replace(/^body\./, ''), form.getValues())
          return [name, messageFor(name) ?? message]
        }),
      )
      flushSync(() => form.setErrors(byField))
      // Without a field that shows the message the error dialog has to. A form with tabs opens the tab of the field.
      const isShown = fields.length > 0 && (onInvalid !== undefined || containsText(ref.current, Object.values(byField)))
      show(byField)
      if (!isShown) throw error
    } finally {
      leaving.current = false
      setSaving(false)
    }
  }
  return { form, dirty, saving, submit, ref, rebase, resetTo, wrong: Object.keys(form.errors) }
}
