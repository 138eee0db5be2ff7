import { Button } from '@mantine/core'
import { useText } from '../platform/texts.tsx'
import type { Running } from './useRehearsal.ts'

/** A try under its name, with how far it is, and a way out. */
export function Trying({ running: { days, done }, onCancel }: { running: Running; onCancel: () => void }) {
  const t = useText()
  const name = done === null ? t('rehearsal.waiting') : t('rehearsal.running', { days })
  return (
    <div className="rehearsal-trying">
      <div className="progress">
        <span>{name}</span>
        {done !== null && <b className="num">{Math.round(100 * done)} %</b>}
        <progress aria-label={name} {...(done !== null && { value: done })} max={1} />
      </div>
      <Button type="button" size="xs" variant="default" onClick={onCancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}
