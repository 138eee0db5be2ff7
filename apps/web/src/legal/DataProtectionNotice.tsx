import { to } from '../platform/navigation/paths.ts'
import { Legal } from './Legal.tsx'

const sections = [
  ['legal.protection.who', 'legal.protection.whoText'],
  ['legal.protection.what', 'legal.protection.whatText'],
  ['legal.protection.why', 'legal.protection.whyText'],
  ['legal.protection.how', 'legal.protection.howText'],
  ['legal.protection.rights', 'legal.protection.rightsText'],
] as const

export default function DataProtectionNotice() {
  const other = { href: to('/terms-of-use'), title: 'legal.terms' } as const
  return <Legal title="legal.protection" sections={sections} other={other} />
}
