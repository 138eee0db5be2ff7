import { expect, test } from 'vitest'
import { useServerFinds } from '../../src/app/finds.tsx'
import { sampleFeed } from './feedMovement.sample.ts'
import { pageOf } from './feedType.sample.ts'
import { openStage } from './stage.tsx'

function Finds({ text }: { text: string }) {
  return (
    <ul>
      {useServerFinds(text).targets.map(target => (
        <li key={'href' in target ? target.href : target.name}>
          <a href={'href' in target ? target.href : ''}>
            {target.name} ({target.place})
          </a>
        </li>
      ))}
    </ul>
  )
}

test('movements of animals and feed are found by their batch or description', async () => {
  const death = {
    ...sampleFeed({ id: '9', typeDescription: 'near the door' }),
    action: 'EXIT',
    actionType: 'DEATH',
    number: 14,
    weight: null,
    age: 20,
    deathReason: null,
  }
  const { screen, calls } = await openStage(<Finds text="LAQPL" />, {
    replies: {
      'GET /batches/transactions/search': () => pageOf([death]),
      'GET /batches/feedTransactions/search': () => pageOf([sampleFeed({})]),
    },
  })
  const link = (name: string) => screen.getByRole('link', { name })
  await expect
    .element(link('Death · 14 animals (LAQPL-2601 · House 1 · near the door)'))
    .toHaveAttribute('href', '/production/animalMovements/details/9')
  await expect
    .element(link('Purchase · 6,960 kg (LAQPL-2601 · House 1)'))
    .toHaveAttribute('href', '/production/feedMovements/details/3')
  const asked = calls.filter(({ path }) => path.endsWith('ransactions/search'))
  expect(asked.map(({ query }) => query.get('search'))).toEqual(['LAQPL', 'LAQPL'])
})
