import { Button } from '@mantine/core'
import type { UserDetails } from '@steading/contract/users'
import { useText } from '../platform/texts.tsx'
import { Dropzone } from '../ui/dropzone/Dropzone.tsx'
import { Face } from '../ui/marks/Face.tsx'
import { Card } from '../ui/page/Card.tsx'
import type { OwnForm } from './entered.ts'
import { wrongWith } from './words.tsx'
import './users.css'

const limits = { files: 1, bytes: 15 * 1_048_576, imagesOnly: true }

/** The place for a person's picture, with the one that there is. */
export function AvatarCard({
  form,
  of,
  removed = false,
  onRemove,
}: {
  form: OwnForm
  of?: UserDetails
  removed?: boolean
  onRemove?: (removed: boolean) => void
}) {
  const t = useText()
  const { picture } = form.values
  const there = of?.avatar && !removed && picture === null
  return (
    <Card title={t('user.picture')}>
      <Dropzone
        label={t('user.picture')}
        labelled
        limits={limits}
        files={picture ? [picture] : []}
        onChange={([file]) => {
          form.setFieldValue('picture', file ?? null)
          if (file) onRemove?.(false)
        }}
        error={wrongWith(form.errors, 'picture') ?? wrongWith(form.errors, 'file')}
      >
        {there && (
          <div className="avatar-now">
            <Face name={of.displayName} picture={of.avatar?.imageBase64} large />
            <Button size="xs" variant="default" onClick={() => onRemove?.(true)}>
              {t('drop.remove', { name: t('user.pictureOf', { name: of.displayName }) })}
            </Button>
          </div>
        )}
      </Dropzone>
    </Card>
  )
}
