import { EVENT_CATEGORIES, type Event } from '@steading/contract/events/events'
import { CATEGORY_IDS, CATEGORIES } from '@steading/contract/devices/categories'
import { limitWords, readingWords } from '@steading/locales/condition'
import { languages } from '@steading/locales/languages'
import { translator } from '@steading/locales/text'
import { expect, test } from 'vitest'
import { csv } from '@steading/locales/csv'
import { exportRows } from './exportRows.ts'

const t = await translator('en-US')
const event: Event = {
  id: '4812',
  title: '=HYPERLINK("http://evil")',
  severityLevel: 'CRITICAL',
  status: 'CLOSED',
  category: 'AIR_QUALITY',
  cause: 'EQUIPMENT_FAILURE',
  finding: 'SOMETHING',
  origin: 'AUTOMATIC',
  entity: { id: '3', name: 'House 2', displayName: 'Farm | House 2', type: 'SECTOR' },
  batch: { id: '4', code: 'LAQPL-2603' },
  ruleId: '11',
  ruleName: 'Night guard',
  openDate: '2026-05-04T02:04:12.000Z',
  closeDate: '2026-05-04T03:00:00.000Z',
  createdBy: null,
  closedBy: null,
  takenUp: null,
  lasting: null,
  latestOccurrenceTimestampUtc: null,
  notificationCounter: 7,
  past: false,
  version: 1,
}

test('a row in words and local times, safe to open', () => {
  const [head, row] = csv(exportRows([event], t, 'Europe/Lisbon'), t)
    .slice(1)
    .split('\r\n')
  expect(head).toBe(
    'Event,Title,"Farm, house or room",Batch,Severity,Category,Cause,Finding,Origin,Opened,Created by,Closed on,Closed by,Status,Notifications',
  )
  expect(row).toBe(
    '4812,"\'=HYPERLINK(""http://evil"")",Farm | House 2,LAQPL-2603,Critical,Air quality,Equipment failure,Something found,Automatic,04-05-2026 03:04:12 +01:00,Night guard,04-05-2026 04:00:00 +01:00,rule,Closed,7',
  )
})
test('what is open has no end', () => {
  const [, row] = exportRows([{ ...event, status: 'OPEN', closeDate: null, ruleName: null }], t, 'UTC')
  expect(row?.slice(9, 14)).toEqual(['04-05-2026 02:04:12 +00:00', 'System', null, undefined, 'Open'])
})

test('every category of an event and of a sensor is said in words, in every language', async () => {
  for (const language of languages) {
    const say = await translator(language)
    for (const category of EVENT_CATEGORIES)
      expect(String(exportRows([{ ...event, category }], say, 'UTC')[1]?.[5])).not.toMatch(/_|\./)
    for (const category of CATEGORY_IDS) {
      const value = CATEGORIES[category].dataType === 'BOOLEAN' ? true : CATEGORIES[category].dataType === 'STRING' ? 'x' : 1
      expect(readingWords({ category }, value, say)).toMatch(/\S/)
      expect(limitWords({ category, operator: 'EQUAL', threshold: value }, say)).not.toContain('EQUAL')
    }
  }
})
