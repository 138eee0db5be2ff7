import { Button } from '@mantine/core'
import type { Session } from '@steading/contract/users/sessions'
import { VERSION } from '@steading/contract/version'
import { IconFileText, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { to } from '../../platform/navigation/paths.ts'
import { brand } from '../../platform/page/brand.ts'
import { useText } from '../../platform/texts.tsx'
import { Link } from '../../ui/Link.tsx'
import { useAsyncAction } from '../../ui/overlay/useAsyncAction.ts'
import { Modal } from '../../ui/overlay/Modal.tsx'
import { acceptTerms, knowNews } from '../account.queries.ts'
import { Notice } from './Notice.tsx'

/** Notices shown once above every page: the terms of use, then the release notes. */
export default function Notices({ of }: { of: Session }) {
  const t = useText()
  const { busy, run } = useAsyncAction()
  const [reading, read] = useState(false)
  const known = () => {
    read(false)
    void run(knowNews)
  }
  if (!of.acceptedTerms)
    return (
      <Notice icon={<IconFileText size={18} aria-hidden />}>
        <span>
          {t('notice.terms', { product: brand.title })} <Link href={to('/terms-of-use')}>{t('login.terms')}</Link>
          {' · '}
          <Link href={to('/data-protection-notice')}>{t('login.dataProtection')}</Link>
        </span>
        <Button size="xs" data-busy={busy || undefined} onClick={() => void run(acceptTerms)}>
          {t('notice.accept')}
        </Button>
      </Notice>
    )
  if (of.knowledgeVersion) return null
  return (
    <Notice icon={<IconSparkles size={18} aria-hidden />}>
      <span>{t('notice.news', { product: brand.title, version: VERSION })}</span>
      <Button size="xs" variant="default" onClick={() => read(true)}>
        {t('notice.read')}
      </Button>
      {reading && (
        <Modal title={t('notice.title', { version: VERSION })} size={560} onClose={known}>
          <ul className="news">
            {news.map(word => (
              <li key={word}>{t(word)}</li>
            ))}
          </ul>
          <div className="dialog-foot">
            <Button onClick={known}>{t('ui.close')}</Button>
          </div>
        </Modal>
      )}
    </Notice>
  )
}

const news = ['news.barn', 'news.alarms', 'news.people', 'news.places'] as const
