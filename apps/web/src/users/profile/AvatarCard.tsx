import type { UserDetails } from '@steading/contract/users/users'
import { useText } from '../../platform/texts.tsx'
import { PictureField } from '../../ui/dropzone/PictureField.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { Face } from '../../ui/marks/Face.tsx'
import { Card } from '../../ui/page/Card.tsx'
import type { OwnForm } from '../form/userForm.ts'

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
  return (
    <Card title={t('user.picture')}>
      <PictureField
        label={t('user.picture')}
        picture={form.values.picture}
        onChange={file => form.setFieldValue('picture', file)}
        existing={of?.avatar && !removed && <Face name={of.displayName} picture={of.avatar.imageBase64} large />}
        called={t('user.pictureOf', { name: of?.displayName ?? '' })}
        onRemove={onRemove}
        error={errorFor(form.errors, 'picture')}
      />
    </Card>
  )
}
