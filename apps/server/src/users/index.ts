export { takeCode, insertCode } from './codes.sql.ts'
export { anybody, insertPerson, insertResponsible, setPasswords } from './users.sql.ts'
