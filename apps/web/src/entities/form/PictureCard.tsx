import type { Entity } from '@steading/contract/entities/entities'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../platform/texts.tsx'
import { PictureField } from '../../ui/dropzone/PictureField.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Preview } from '../../ui/dropzone/Preview.tsx'
import { Card } from '../../ui/page/Card.tsx'
import type { EntityFormState } from './entityForm.ts'
import { imageQuery } from '../pages.queries.ts'

/** Its picture; in a form the place for another one. */
export function PictureCard({
  form,
  entity,
  editing,
  removed = false,
  onRemove,
}: {
  form: EntityFormState
  entity?: Entity
  editing: boolean
  removed?: boolean
  onRemove?: (removed: boolean) => void
}) {
  const t = useText()
  const { picture, name } = form.values
  const { data: image } = useQuery({ ...imageQuery(entity?.id ?? '', entity?.version ?? 0), enabled: entity?.hasImage === true })
  const isPresent = !removed && image
  if (!editing)
    return isPresent ? (
      <Card title={t('entity.picture')} flush>
        <Preview className="entity-picture" picture={isPresent} alt={t('entity.pictureOf', { name })} />
      </Card>
    ) : null
  return (
    <Card title={t('entity.picture')}>
      <PictureField
        label={t('entity.picture')}
        picture={picture}
        onChange={file => form.setFieldValue('picture', file)}
        existing={
          isPresent && <Preview className="entity-picture-now" picture={isPresent} alt={t('entity.pictureOf', { name })} />
        }
        called={t('entity.picture')}
        onRemove={onRemove}
        error={errorFor(form.errors, 'picture')}
      />
    </Card>
  )
}
