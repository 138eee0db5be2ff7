import { genetics, geneticsBook } from '@steading/contract/production/genetics'
import { IconDna2 } from '@tabler/icons-react'
import { api } from '../platform/api/api.ts'
import { detailsPath, resource, species, text } from '../resource/index.ts'

export const geneticsResource = resource({
  name: 'genetics',
  contract: geneticsBook,
  calls: api(genetics),
  permissions: { create: 'genetics.create', update: 'genetics.update', delete: 'genetics.delete' },
  paths: {
    list: '/production/genetics',
    create: '/production/genetics/create',
    details: detailsPath('/production/genetics/details/{geneticId}', 'geneticId'),
    parameter: 'geneticId',
  },
  words: { many: 'nav.genetics', new: 'genetics.new', none: 'genetics.none', noneHint: 'genetics.noneHint' },
  icon: <IconDna2 size={30} stroke={1.4} />,
  nameInUse: geneticsBook.nameInUse,
  fields: [
    text('code', 'book.code', { max: 20, column: 'always', isSorted: true }),
    text('displayName', 'ui.name', { max: 50 }),
    species(),
  ],
})
