import { type ChangeEvent, type FormEvent, type RefObject, useRef, useState } from 'react'
import { CallFailed } from '../../platform/api/api.ts'
import { focusFirstInvalid } from '../../ui/form/edit/focus.ts'

type Complaints = Readonly<Record<string, string>>

export interface EntranceForm<V> {
  readonly ref: RefObject<HTMLFormElement | null>
  readonly values: V
  readonly type: (values: V) => void
  /** Properties of the field of this name. */
  readonly entry: (name: keyof V & string) => {
    readonly value: string
    readonly error: string | undefined
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  readonly submit: (event: FormEvent) => void
  readonly busy: boolean
  /** Error of the server that belongs to no field. */
  readonly failed: unknown
}

/** Form without a session: errors at their field, and typed values stay. */
export function useEntrance<V extends Readonly<Record<string, string>>>({
  blank,
  check,
  send,
  onFailure,
}: {
  blank: V
  /** Messages by field. */
  check: (values: V) => Complaints
  send: (values: V) => Promise<void>
  onFailure?: (error: unknown) => void
}): EntranceForm<V> {
  const ref = useRef<HTMLFormElement>(null)
  const [values, type] = useState(blank)
  const [wrong, setWrong] = useState<Complaints>({})
  const [failed, setFailed] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  const show = (found: Complaints) => {
    setWrong(found)
    focusFirstInvalid(ref.current)
  }
  const attempt = async () => {
    if (busy) return
    const found = check(values)
    if (Object.keys(found).length > 0) return show(found)
    setBusy(true)
    setFailed(undefined)
    try {
      await send(values)
    } catch (error) {
      const fields = error instanceof CallFailed ? (error.failure?.fields ?? []) : []
      const named = fields.map(({ field, message }) => [field.replace(/^body\./, ''), message] as const)
      const known = named.filter(([field]) => field in values)
      if (known.length > 0) show(Object.fromEntries(known))
      else setFailed(error)
      onFailure?.(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    ref,
    values,
    type,
    busy,
    failed,
    entry: name => ({
      value: values[name] ?? '',
      error: wrong[name],
      onChange: event => {
        type({ ...values, [name]: event.currentTarget.value })
        setWrong({ ...wrong, [name]: '' })
      },
    }),
    submit: event => {
      event.preventDefault()
      void attempt()
    },
  }
}
