import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight, IconWifiOff } from '@tabler/icons-react'
import type { ChangeEvent } from 'react'
import { Unreachable } from '../../platform/api/api.ts'
import { useText } from '../../platform/texts.tsx'
import { whyNotIn } from '../session/completeSession.ts'

/** Value, error and change handler of a field. */
interface Entry {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

export function EmailEntry(entry: Entry) {
  const t = useText()
  return (
    <TextInput
      {...entry}
      label={t('login.email')}
      type="email"
      size="md"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

/** Reason of a failed login. */
export function Refusal({ error }: { error: unknown }) {
  const t = useText()
  return (
    <p className="login-note bad" role="alert">
      {error instanceof Unreachable ? <IconWifiOff size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      {whyNotIn(error, t)}
    </p>
  )
}

export const Enter = ({ word, busy }: { word: string; busy: boolean }) => (
  <Button
    type="submit"
    size="md"
    fullWidth
    rightSection={<IconArrowRight size={17} aria-hidden />}
    data-busy={busy || undefined}
    aria-disabled={busy}
  >
    {word}
  </Button>
)
