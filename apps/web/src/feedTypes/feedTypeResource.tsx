import { feedTypeBook, feedTypes } from '@steading/contract/production/feedTypes'
import { IconWheat } from '@tabler/icons-react'
import { api } from '../platform/api/api.ts'
import { detailsPath, flag, resource, species, text, translations, wholeNumber } from '../resource/index.ts'

export const feedTypeResource = resource({
  name: 'feedTypes',
  contract: feedTypeBook,
  calls: api(feedTypes),
  permissions: { create: 'feedTypes.create', update: 'feedTypes.update', delete: 'feedTypes.delete' },
  paths: {
    list: '/production/feedTypes',
    create: '/production/feedTypes/create',
    details: detailsPath('/production/feedTypes/details/{feedTypeId}', 'feedTypeId'),
    parameter: 'feedTypeId',
  },
  words: { many: 'nav.feedTypes', new: 'feedType.new', none: 'feedType.none', noneHint: 'feedType.noneHint' },
  icon: <IconWheat size={30} stroke={1.4} />,
  nameInUse: feedTypeBook.nameInUse,
  fields: [
    text('code', 'book.code', { max: 20, column: 'always', isSorted: true }),
    text('displayName', 'ui.name', { max: 50 }),
    species(),
    flag('medicated', 'feed.medicated', { column: 'wide' }),
    wholeNumber('withdrawalDays', 'feed.withdrawalPeriod', { initial: 0, unit: 'd', min: 0, max: 365, column: 'always' }),
    translations(),
  ],
})
