import { useState } from 'react'
import { useZone } from '../../platform/session.ts'
import { MomentField } from '../moment/MomentField.tsx'
import { readMoment } from '../moment/moment.ts'
import './form.css'

/** A moment as an entry of a form that has to be filled in; while what is typed cannot be read, the form is not sent. */
export function WhenField({
  label,
  hint,
  at,
  error,
  onChange,
}: {
  label: string
  hint?: string
  at: string | null
  error: string | undefined
  onChange: (at: string | null) => void
}) {
  const zone = useZone()
  const [isLeft, leave] = useState(false)
  return (
    <div
      className="when-field"
      data-left={isLeft || undefined}
      onInput={({ target }) => leave(target instanceof HTMLInputElement && readMoment(target.value, zone, 'start') === undefined)}
    >
      <MomentField
        label={
          <>
            {label}
            <span className="span-must" aria-hidden>
              {' *'}
            </span>
          </>
        }
        at={at ?? undefined}
        error={error}
        onChange={now => {
          leave(false)
          onChange(now ?? null)
        }}
      />
      {hint && <p className="span-says">{hint}</p>}
    </div>
  )
}
