/** Characters that a password may have. Length is what makes it strong: there is no rule about kinds of characters. */
export const PASSWORD_LENGTH = { least: 10, most: 200 } as const;

/** Whose password it is to be, as far as it is known. */
export interface PasswordOwner {
  name?: string | null;
  email?: string | null;
  mobileNumber?: string | null;
  /** ISO date. */
  dob?: string | null;
}

/** Passwords that everybody tries first, as far as they are long enough; in small letters. */
const COMMON = new Set(
  `0123456789 0987654321 1029384756 1122334455 1212121212 1234512345 1234554321 123456123456 1234567890
   12345678900 12345678910 123456789a 123456789q 123456789z 123654789a 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc
   1qazxsw23edc 9876543210 a123456789 aa12345678 aa123456789 abc1234567 abc123456789 abc@123456 abcd123456
   abcd@12345 abcd12345678 abcde12345 abcdef1234 abcdefghij admin12345 admin123456 admin@1234 admin@12345
   administrator asdf123456 asdfasdfasdf asdfghjkl1 asdfghjkl; asdfghjkl123 baseball123 basketball changeme123
   changeme1234 changeme@123 computer123 cricket123 cricket@123 default123 dragon12345 football123 football1234
   hello12345 hello123456 hello@12345 iloveyou12 iloveyou123 iloveyou1234 india12345 india123456 india@1234
   india@12345 internet123 krishna123 krishna@123 letmein123 letmein1234 liverpool123 master12345 michelle123
   monkey12345 mypassword mypassword1 mypassword123 newpassword p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@ssword123
   pass123456 pass1234567 pass@12345 pass@123456 passw0rd12 passw0rd123 password00 password01 password10 password11
   password12 password123 password1234 password12345 password123456 password123! password@1 password@12 password@123
   password@1234 password@12345 password12! password1! princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxedcrfv qwaszx1234
   qwer123456 qwerasdfzxcv qwerty1234 qwerty12345 qwerty123456 qwerty1234567 qwerty@123 qwerty@1234 qwertyqwerty
   qwertyuiop qwertyuiop1 qwertyuiop123 samsung123 secret1234 secret12345 starwars123 student123 student@123
   sunshine123 superman123 test123456 test1234567 testing123 testtest123 trustno1234 user123456 user@12345
   welcome1234 welcome123 welcome12345 welcome@12 welcome@123 welcome@1234 welcome@2024 welcome@2025 welcome@2026
   whatever123 zaq12wsxcde3 zxcvbnm123 zxcvbnm1234`.split(/\s+/),
);

const CONTROL_CHARACTERS = /\p{Cc}/u;
const ONE_CHARACTER_ONLY = /^(.)\1*$/u;

/** As two texts are compared here: without case and without spaces. */
const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, '');

/**
 * What is wrong with a password that somebody wants to set, as a sentence for its field without the full stop; null
 * where it is good. The server asks this wherever a password is set, and then estimates how soon it is guessed
 * (server/auth/password-strength.ts); a form may say this sooner.
 */
export function passwordProblem(password: string, owner: PasswordOwner = {}): string | null {
  const { least, most } = PASSWORD_LENGTH;
  if (Array.from(password).length < least || password.length > most) {
    return `Password must have ${least} to ${most} characters`;
  }
  if (CONTROL_CHARACTERS.test(password)) return 'Password must not hold tabs or line breaks';
  const given = plain(password);
  if (COMMON.has(given) || ONE_CHARACTER_ONLY.test(given)) {
    return 'This password is one of those that are guessed first. Choose another one';
  }
  const email = owner.email ?? '';
  const own = [owner.name ?? '', email, email.split('@')[0] ?? ''].map(plain);
  if (own.includes(given)) return 'Password must not be the name or the email of its user';
  return null;
}
