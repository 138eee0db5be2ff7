import type { Translate } from '@steading/locales/text'
import { infoDialog } from '../ui/overlay/dialogs.ts'
import { Copyable } from '../ui/page/Copyable.tsx'

/** Shows the key of an API user, which no later answer carries. Resolves when the dialog is closed. */
export const showSecret = ({ id, secret }: { readonly id: string; readonly secret: string }, t: Translate): Promise<void> =>
  infoDialog({
    title: t('api.secret'),
    text: (
      <>
        <p>{t('api.secretOnce')}</p>
        <Copyable label={t('api.secret')} text={`${id}.${secret}`} />
        <p className="dim">{t('api.secretUse')}</p>
      </>
    ),
    yes: t('api.secretCopied'),
  })
