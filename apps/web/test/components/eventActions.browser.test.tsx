import type { EventDetails } from '@steading/contract/events/events'
import { LANGUAGES, type Language } from '@steading/contract/users/languages'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EventActions } from '../../src/events/steps/EventActions.tsx'
import { offersOf } from '../../src/events/steps/offers.ts'
import { loadTranslator } from '../../src/platform/textFiles.ts'
import { useLanguage } from '../../src/platform/texts.tsx'
import '../../src/events/events.css'
import { openStage } from './stage.tsx'

/** The most buttons that an event has: an open alarm. */
const offers = offersOf({ status: 'OPEN', category: 'CLIMATE', lasts: false } as EventDetails, []) // safe: what offers are made from

function Bar({ language }: { language: Language }) {
  const { adopt } = useLanguage()
  useEffect(() => adopt(language), [adopt, language])
  return <EventActions offers={offers} ask={() => undefined} at="thumb" />
}

/** Words of a label that stand on more than one line. */
function brokenWords(label: Element): string[] {
  const text = label.firstChild as Text // safe: a label is one text
  return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return range.getClientRects().length > 1 ? [word] : []
  })
}

test.each(LANGUAGES.flatMap(language => [390, 320].map(width => [language, width] as const)))(
  'the buttons of an event break no word in %s on a phone of %i px',
  async (language, width) => {
    await page.viewport(width, 844)
    const t = await loadTranslator(language)
    const { screen } = await openStage(<Bar language={language} />)
    await expect.element(screen.getByRole('button', { name: t('alarm.acknowledge') })).toBeVisible()
    await document.fonts.ready
    const bar = document.querySelector('.action-bar')!
    const labels = [...bar.querySelectorAll('.mantine-Button-label')]
    expect(labels).toHaveLength(5)
    expect(labels.flatMap(brokenWords)).toEqual([])
    expect(bar.scrollWidth).toBeLessThanOrEqual(width)
    for (const label of labels) expect(label.scrollWidth).toBeLessThanOrEqual(label.parentElement!.clientWidth)
  },
)
