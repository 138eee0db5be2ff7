import { Button } from '@mantine/core'
import type { Entity } from '@steading/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../platform/texts.tsx'
import { Dropzone } from '../ui/dropzone/Dropzone.tsx'
import { Preview } from '../ui/dropzone/Preview.tsx'
import { Card } from '../ui/page/Card.tsx'
import type { EntityFormState } from './entered.ts'
import { imageQuery } from './pages.queries.ts'

const limits = { files: 1, bytes: 15 * 1_048_576, imagesOnly: true }

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
  const there = image && !removed && picture === null
  if (!editing)
    return there ? (
      <Card title={t('entity.picture')} flush>
        <Preview className="entity-picture" picture={image} alt={t('entity.pictureOf', { name })} />
      </Card>
    ) : null
  return (
    <Card title={t('entity.picture')}>
      <Dropzone
        label={t('entity.picture')}
        labelled
        limits={limits}
        files={picture ? [picture] : []}
        onChange={([file]) => {
          form.setFieldValue('picture', file ?? null)
          if (file) onRemove?.(false)
        }}
        error={typeof form.errors['picture'] === 'string' ? form.errors['picture'] : undefined}
      >
        {there && (
          <div className="picture-now">
            <Preview picture={image} alt={t('entity.pictureOf', { name })} />
            <Button size="xs" variant="default" onClick={() => onRemove?.(true)}>
              {t('drop.remove', { name: t('entity.picture') })}
            </Button>
          </div>
        )}
      </Dropzone>
    </Card>
  )
}
