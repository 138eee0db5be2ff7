import { Button } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { useText } from '../platform/texts.tsx'

/** Asks, in the place of the button, before an alarm is closed: a thumb slips at night, and nothing undoes it here. */
export function Sure({ first, yes, back }: { first: RefObject<HTMLButtonElement | null>; yes: () => void; back: () => void }) {
  const t = useText()
  const words = useId()
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && back()
  return (
    <fieldset className="alarm-sure" aria-labelledby={words}>
      <p id={words}>{t('alarm.link.closes')}</p>
      <Button size="lg" fullWidth ref={first} onClick={yes} onKeyDown={leave}>
        {t('alarm.link.isSolved')}
      </Button>
      <Button size="lg" fullWidth variant="default" onClick={back} onKeyDown={leave}>
        {t('ui.back')}
      </Button>
    </fieldset>
  )
}
