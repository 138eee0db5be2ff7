import { deathReasonBook, deathReasons, ICAR_DEATH_METHODS, ICAR_DEATH_REASONS } from '@steading/contract/production/deathReasons'
import { IconVirus } from '@tabler/icons-react'
import { api } from '../platform/api/api.ts'
import { choice, detailsPath, resource, species, text, translations } from '../resource/index.ts'

export const deathReasonResource = resource({
  name: 'deathReasons',
  contract: deathReasonBook,
  calls: api(deathReasons),
  permissions: { create: 'deathReasons.create', update: 'deathReasons.update', delete: 'deathReasons.delete' },
  paths: {
    list: '/production/deathReasons',
    create: '/production/deathReasons/create',
    details: detailsPath('/production/deathReasons/details/{deathReasonsId}', 'deathReasonsId'),
    parameter: 'deathReasonsId',
  },
  words: { many: 'nav.deathReasons', new: 'deathReason.new', none: 'deathReason.none', noneHint: 'deathReason.noneHint' },
  icon: <IconVirus size={30} stroke={1.4} />,
  nameInUse: deathReasonBook.nameInUse,
  fields: [
    text('code', 'book.code', { max: 40, column: 'wide', isSorted: true }),
    text('displayName', 'ui.name', { max: 50 }),
    species(),
    choice('icarReason', 'deathReason.icarReason', {
      options: () => ICAR_DEATH_REASONS.map(value => ({ value, label: value })),
      column: 'wide',
    }),
    choice('icarMethod', 'deathReason.icarMethod', { options: () => ICAR_DEATH_METHODS.map(value => ({ value, label: value })) }),
    translations(),
  ],
})
