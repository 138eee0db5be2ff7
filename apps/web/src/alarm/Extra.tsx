import { Button } from '@mantine/core'
import { ARRIVES_IN, type Check } from '@steading/contract/events/events'
import { camel } from '@steading/locales/camel'
import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { CheckGroup } from '../ui/form/fields/CheckGroup.tsx'

interface Props {
  first: RefObject<HTMLButtonElement | null>
  back: () => void
}

/** Asks, in the place of the button, when somebody who goes will be there. */
export function Arrival({ first, back, yes }: Props & { yes: (arrivesIn: number | undefined) => void }) {
  const t = useText()
  const id = useId()
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && back()
  return (
    <fieldset className="alarm-sure" aria-labelledby={id}>
      <p id={id}>{t('event.note.going')}</p>
      {ARRIVES_IN.map((count, at) => (
        <Button
          key={count}
          size="lg"
          fullWidth
          variant="default"
          ref={at === 0 ? first : undefined}
          onClick={() => yes(count)}
          onKeyDown={leave}
        >
          {t('alarm.inMinutes', { count })}
        </Button>
      ))}
      <Button size="lg" fullWidth variant="default" onClick={() => yes(undefined)} onKeyDown={leave}>
        {t('event.arrival.unknown')}
      </Button>
      <Button size="lg" fullWidth variant="subtle" onClick={back} onKeyDown={leave}>
        {t('ui.back')}
      </Button>
    </fieldset>
  )
}

/** Asks what was looked at before nothing was found. */
export function Checks({ first, back, yes, of }: Props & { of: readonly Check[]; yes: (checks: Check[]) => void }) {
  const t = useText()
  const id = useId()
  const [checks, check] = useState<readonly Check[]>([])
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && back()
  return (
    <fieldset className="alarm-sure" aria-labelledby={id}>
      <p id={id}>{t('alarm.nothingFound')}</p>
      <CheckGroup
        label={t('event.checks')}
        options={of.map(value => ({ value, label: t(`event.check.${camel(value)}`) }))}
        value={[...checks]}
        onChange={check}
      />
      <Button size="lg" fullWidth ref={first} onClick={() => yes([...checks])} onKeyDown={leave}>
        {t('alarm.nothingFound')}
      </Button>
      <Button size="lg" fullWidth variant="default" onClick={back} onKeyDown={leave}>
        {t('ui.back')}
      </Button>
    </fieldset>
  )
}
