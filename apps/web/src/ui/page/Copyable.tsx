import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import './copyable.css'

/** Text to copy. The clipboard needs a secure context; otherwise a click selects the text. */
export function Copyable({ label, text, large = false }: { label: string; text: string; large?: boolean }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <div className={large ? 'copyable large' : 'copyable'}>
      <span className="copyable-label">{label}</span>
      <code className="num">{text}</code>
      {window.isSecureContext && (
        <ActionIcon
          aria-label={t(copied ? 'ui.copied' : 'ui.copy', { name: label })}
          onClick={() => void copy().catch((error: unknown) => console.warn('not copied', error))}
        >
          {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      )}
    </div>
  )
}
