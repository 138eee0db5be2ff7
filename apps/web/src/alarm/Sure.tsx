import { Button } from '@mantine/core'
import type { EventStep } from '@steading/contract/events/events'
import type { TextKey } from '@steading/locales/text'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { useText } from '../platform/texts.tsx'

/** What is said before, and to what one agrees: what lasts is closed by whom has been there, and opens again. */
const asked = {
  over: { words: ['alarm.link.closes'], word: 'alarm.link.isSolved', step: 'SOLVED' },
  lasts: { words: ['alarm.link.closes', 'event.hint.stillLasts'], word: 'alarm.link.isSolved', step: 'SOLVED' },
  unseen: { words: ['invalid.onSite'], word: 'alarm.checkedOnSite', step: 'CHECKED' },
} as const satisfies Record<string, { words: readonly TextKey[]; word: TextKey; step: EventStep }>

/** Asks, in the place of the button, before an alarm is closed: a thumb slips at night, and nothing undoes it here. */
export function Sure({
  first,
  of,
  yes,
  back,
}: {
  first: RefObject<HTMLButtonElement | null>
  of: keyof typeof asked
  yes: (step: EventStep) => void
  back: () => void
}) {
  const t = useText()
  const id = useId()
  const { words, word, step } = asked[of]
  const leave = (event: KeyboardEvent) => event.key === 'Escape' && back()
  return (
    <fieldset className="alarm-sure" aria-labelledby={id}>
      <p id={id}>{words.map(key => t(key)).join(' ')}</p>
      <Button size="lg" fullWidth ref={first} onClick={() => yes(step)} onKeyDown={leave}>
        {t(word)}
      </Button>
      <Button size="lg" fullWidth variant="default" onClick={back} onKeyDown={leave}>
        {t('ui.back')}
      </Button>
    </fieldset>
  )
}
