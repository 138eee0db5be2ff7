import { useState } from 'react'
import { zoneName } from '@steading/locales/zones'
import { clock } from '../../../platform/page/clock.ts'
import { useZone } from '../../../platform/session/session.ts'
import { useText } from '../../../platform/texts.tsx'
import { MomentField } from '../../moment/MomentField.tsx'
import { readMoment } from '../../moment/moment.ts'
import '../form.css'

/** A moment as an entry of a form that has to be filled in; while what is typed cannot be read, the form is not sent. */
export function WhenField({
  label,
  hint,
  at,
  error,
  zone: given,
  onChange,
}: {
  label: string
  hint?: string
  at: string | null
  error: string | undefined
  /** IANA, of the place that it is about; left out: the person's own. Another one than that is named. */
  zone?: string | undefined
  onChange: (at: string | null) => void
}) {
  const t = useText()
  const own = useZone()
  const zone = given ?? own
  const [isLeft, leave] = useState(false)
  return (
    <div
      className="when-field"
      data-left={isLeft || undefined}
      onInput={({ target }) =>
        leave(target instanceof HTMLInputElement && readMoment(target.value, zone, 'start', t) === undefined)
      }
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
        zone={zone}
        onChange={now => {
          leave(false)
          onChange(now ?? null)
        }}
      />
      {hint && <p className="span-says">{hint}</p>}
      {zone !== own && <p className="span-says">{zoneName(zone, new Date(at ?? clock.now()))}</p>}
    </div>
  )
}
