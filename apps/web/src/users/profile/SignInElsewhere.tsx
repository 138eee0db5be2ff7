import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { to } from '../../platform/navigation/paths.ts'
import { useNow } from '../../platform/page/clock.ts'
import { useText } from '../../platform/texts.tsx'
import { Modal } from '../../ui/overlay/Modal.tsx'
import QrCode from '../../ui/qr/QrCode.tsx'
import { Failed } from '../../ui/state/Failed.tsx'
import { tokenHref } from '../../sessions/index.ts'
import { signInToken } from './profile.queries.ts'

/** A code that signs another device in, to be scanned within its minute. */
export default function SignInElsewhere({ onClose }: { onClose: () => void }) {
  const t = useText()
  const now = useNow(1)
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['users', 'signInToken'],
    queryFn: signInToken,
    // Each window asks for its own, and nothing but the person asks for another.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const left = data ? Math.max(0, Math.ceil((Date.parse(data.expiresUtc) - now) / 1000)) : 0
  return (
    <Modal title={t('profile.elsewhere')} under={t('profile.elsewhereHint')} size={420} closable onClose={onClose}>
      {error ? (
        <Failed what={t('failed.title')} error={error} retry={() => void refetch()} />
      ) : (
        <div className="own-scan">
          {data && left > 0 ? (
            <>
              <QrCode text={location.origin + tokenHref(to('/token-auth'), data.token)} label={t('profile.scan')} />
              <p className="dim num">{t('profile.validFor', { count: left })}</p>
            </>
          ) : (
            <Button data-busy={isFetching || undefined} onClick={() => void refetch()}>
              {t('profile.newCode')}
            </Button>
          )}
        </div>
      )}
    </Modal>
  )
}
