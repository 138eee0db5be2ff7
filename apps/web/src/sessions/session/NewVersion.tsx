import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { brand } from '../../platform/page/brand.ts'
import { takeOfferedVersion } from '../../platform/session/version.ts'
import { useText } from '../../platform/texts.tsx'
import { Notice } from './Notice.tsx'

/** Offers a newer version of the screens; the next navigation takes it anyway. */
export default function NewVersion({ version }: { version: string }) {
  const t = useText()
  return (
    <Notice icon={<IconRefresh size={18} aria-hidden />}>
      <span>{t('notice.version', { product: brand.title, version })}</span>
      <Button size="xs" variant="default" onClick={() => takeOfferedVersion()}>
        {t('notice.loadVersion')}
      </Button>
    </Notice>
  )
}
