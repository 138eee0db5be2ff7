import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useText } from '../../../platform/texts.tsx'
import '../form.css'
import { leastCharacters, passwordRules } from './passwordRules.ts'

/** What a password still needs; each rule is ticked off as it is met. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  const t = useText()
  return (
    <div id={id} className="password-rules">
      <p>{t('password.rules')}</p>
      <ul>
        {passwordRules.map(({ word, isMet: holds }) => {
          const isMet = holds(password)
          return (
            <li key={word} className={isMet ? 'met' : undefined}>
              {isMet ? <IconCheck size={14} stroke={2.5} aria-hidden /> : <IconPoint size={14} aria-hidden />}
              {t(word, { min: leastCharacters })}
              <span className="vh">: {t(isMet ? 'password.met' : 'password.missing')}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
