import { DEFAULT_LEAD_DAYS, feedFactories, feedFactoryBook } from '@steading/contract/production/feedFactories'
import { IconBuildingFactory2 } from '@tabler/icons-react'
import { api } from '../platform/api/api.ts'
import { detailsPath, longText, resource, text, wholeNumber } from '../resource/index.ts'

export const feedFactoryResource = resource({
  name: 'feedFactories',
  contract: feedFactoryBook,
  calls: api(feedFactories),
  permissions: { create: 'feedFactory.create', update: 'feedFactory.update', delete: 'feedFactory.delete' },
  paths: {
    list: '/production/feedFactories',
    create: '/production/feedFactories/create',
    details: detailsPath('/production/feedFactories/details/{feedFactoryId}', 'feedFactoryId'),
    parameter: 'feedFactoryId',
  },
  words: { many: 'nav.feedFactories', new: 'feedFactory.new', none: 'feedFactory.none', noneHint: 'feedFactory.noneHint' },
  icon: <IconBuildingFactory2 size={30} stroke={1.4} />,
  nameInUse: feedFactoryBook.nameInUse,
  fields: [
    text('displayName', 'ui.name', { max: 50 }),
    wholeNumber('leadDays', 'feedFactory.leadDays', { initial: DEFAULT_LEAD_DAYS, unit: 'd', min: 0, max: 60, column: 'always' }),
    longText('contacts', 'feedFactory.contacts', { max: 500, column: 'wide' }),
  ],
})
