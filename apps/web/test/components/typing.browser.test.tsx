import { LANGUAGES, type Language } from '@steading/contract/users/languages'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../src/platform/api/queries.ts'
import { loadTranslator } from '../../src/platform/textFiles.ts'
import { useLanguage } from '../../src/platform/texts.tsx'
import { SingleWeights } from '../../src/weighings/SingleWeights.tsx'
import WeighingDetails from '../../src/weighings/WeighingDetails.tsx'
import { openStage } from './stage.tsx'
import { sampleWeighing } from './weighing.sample.ts'

const place = { path: '/production/manualWeighing/{manualWeighingId}', at: '/production/manualWeighing/9' }

test('news of a record that is being changed leave what is typed, and an untouched time keeps its seconds', async () => {
  let stored = sampleWeighing()
  const { screen, calls } = await openStage(<WeighingDetails />, {
    ...place,
    replies: {
      'GET /batches/manualWeighing/:id': () => stored,
      'PUT /batches/manualWeighing/:id': ({ body }) => (stored = sampleWeighing({ ...(body as object), version: 3 })),
    },
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  const number = screen.getByRole('textbox', { name: 'Number of animals' })
  await number.fill('12')
  const read = () => calls.filter(({ method, path }) => method === 'GET' && path === '/batches/manualWeighing/9').length
  const before = read()
  stored = sampleWeighing({ number: 99, notes: 'by somebody else', version: 2 })
  await queryClient.invalidateQueries({ queryKey: ['weighings'] })
  await expect.poll(read).toBeGreaterThan(before)
  await expect.element(number).toHaveValue('12')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls.some(({ method }) => method === 'PUT')).toBe(true)
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    number: 12,
    timestamp: '2026-05-04T10:15:42.000Z',
    version: 1,
  })
})

function Weights({ language }: { language: Language }) {
  const { adopt } = useLanguage()
  useEffect(() => adopt(language), [adopt, language])
  return <SingleWeights weights={[]} species="BROILER" error={undefined} onChange={() => undefined} />
}

test.each(LANGUAGES)('the button that adds a weight is whole in %s on the narrowest phone', async language => {
  await page.viewport(320, 800)
  const t = await loadTranslator(language)
  const { screen } = await openStage(<Weights language={language} />)
  const button = screen.getByRole('button', { name: t('weighing.add') })
  await expect.element(button).toBeVisible()
  await document.fonts.ready
  const label = button.element().querySelector('.mantine-Button-label')!
  expect(label.scrollWidth).toBeLessThanOrEqual(label.parentElement!.clientWidth)
  expect(button.element().getBoundingClientRect().right).toBeLessThanOrEqual(320)
  await page.viewport(1280, 900)
})
