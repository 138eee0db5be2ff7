import { LANGUAGES } from '@steading/contract/users/languages'
import type { PerLanguage } from '@steading/contract/http/fields'
import type { BatchDetails } from '@steading/contract/production/batches'
import type { RankedBatch } from '@steading/contract/production/batchFigures'
import { productionType } from '@steading/contract/production/species'

const perLanguage = (text: string) => Object.fromEntries(LANGUAGES.map(language => [language, text])) as PerLanguage // safe: every language is there

/** A closed batch of fattening pigs as a ranking answers it. */
export const sampleRankedBatch = (more: Partial<RankedBatch> = {}): RankedBatch => ({
  id: '5',
  code: 'LSHAZ-2601',
  complexCode: 'LSHAZ-2601/1',
  productionClass: null,
  species: { value: 'FINISHER', translations: perLanguage('Finishing pigs') },
  productionType: productionType(2)!, // safe: the default one
  genetics: null,
  productionCurve: null,
  usableArea: 300,
  targetWeight: 115,
  numberAnimals: 370,
  totalEntry: 400,
  totalExit: 390,
  totalExitPending: 0,
  totalMortality: 10,
  batchAge: 161,
  firstEntry: '2026-05-04T00:00:00.000Z',
  dayOne: '2026-02-23',
  entity: { id: '3', name: 'Room 1', displayName: 'Room 1', type: 'SECTOR' },
  status: 'CLOSED',
  openDate: '2026-05-04T00:00:00.000Z',
  closeDate: '2026-08-03T00:00:00.000Z',
  timeZone: 'Europe/Lisbon',
  version: 1,
  createdBy: { userId: '1', shortName: 'Ana' },
  creationTimestampUtc: '2026-05-04T00:00:00.000Z',
  lastUpdatedBy: null,
  lastUpdateTimestampUtc: null,
  kpis: null,
  isCurrent: true,
  ...more,
})

/** An open batch of fattening pigs as its details answer it. */
export const sampleBatch = (more: Partial<BatchDetails> = {}): BatchDetails => ({
  ...sampleRankedBatch(),
  status: 'OPEN',
  closeDate: null,
  productionCurve: null,
  siloInterfaceIds: [],
  waterInterfaceIds: [],
  feedInterfaceIds: [],
  defaultInterfaces: ['SILO', 'WATER', 'FEED'],
  siloInterfaceWeightConsumed: null,
  lastMovement: null,
  lastAnimalMovement: null,
  attachments: [],
  ...more,
})
