import type { Entity } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../platform/texts.tsx'
import { PictureField } from '../ui/dropzone/PictureField.tsx'
import { wrongWith } from '../ui/form/wrongWith.ts'
import { Preview } from '../ui/dropzone/Preview.tsx'
import { Card } from '../ui/page/Card.tsx'
import type { EntityFormState } from './entered.ts'
import { imageQuery } from './pages.queries.ts'

/** Its picture; in a form the place for another one. */
export function PictureCard({
  form,
  of,
  editing,
  removed = false,
  onRemove,
}: {
  form: EntityFormState
  of?: Entity
  editing: boolean
  removed?: boolean
  onRemove?: (removed: boolean) => void
}) {
  const t = useText()
  const { picture, name } = form.values
  const { data: image } = useQuery({ ...imageQuery(of?.id ?? '', of?.version ?? 0), enabled: of?.hasImage === true })
  const there = !removed && image
  if (!editing)
    return there ? (
      <Card title={t('entity.picture')} flush>
        <Preview className="entity-picture" picture={there} alt={t('entity.pictureOf', { name })} />
      </Card>
    ) : null
  return (
    <Card title={t('entity.picture')}>
      <PictureField
        label={t('entity.picture')}
        picture={picture}
        onChange={file => form.setFieldValue('picture', file)}
        there={there && <Preview className="entity-picture-now" picture={there} alt={t('entity.pictureOf', { name })} />}
        called={t('entity.picture')}
        onRemove={onRemove}
        error={wrongWith(form.errors, 'picture')}
      />
    </Card>
  )
}
