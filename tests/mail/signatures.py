"""What companies and programs put at the foot of a letter, in several languages; no line of it is an order."""

SIGNATURES = {
    "german": """\
Mit freundlichen Grüßen

Ana Schmidt
Leitung Einkauf

Muster Maschinenbau GmbH & Co. KG
Hauptstraße 5
D-70173 Stuttgart

Telefon: +49 711 123456-78
Telefax: +49 711 123456-79
Mobil: +49 170 1234567
E-Mail: ana.schmidt@muster.example
Internet: www.muster.example

Sitz der Gesellschaft: Stuttgart
Registergericht: Amtsgericht Stuttgart, HRA 12345
Geschäftsführer: Dr. Max Muster, Eva Beispiel
USt-IdNr.: DE123456789""",
    "german, short": """\
i. A. Ana Schmidt
Vertriebsinnendienst

MUSTER AG
Am Markt 1 | 20095 Hamburg
T +49 40 1234-0 | F +49 40 1234-99
www.muster.example
Vorstand: Dr. Max Muster (Vors.), Eva Beispiel
Aufsichtsratsvorsitzender: Karl Vorbild""",
    "english": """\
Kind regards,

Ana Smith
Senior Account Manager
ACME HOLDINGS LTD
3rd Floor, 12 Play Street, London EC1A 1BB
T: 020 7946 0123 | M: 07700 900123
E: ana.smith@acme.example | W: acme.example

Registered in England and Wales No. 01234567
Registered Office: 12 Play Street, London EC1A 1BB
VAT No. GB 123 4567 89""",
    "american": """\
Ana Smith, CPA, MBA
VP Finance & Operations
ACME Corp. | 500 Swap Drive, Suite 300 | Springfield, IL 62701
Office: (217) 555-0142
Cell: (217) 555-0143
Direct: x142
asmith@acme.example
LinkedIn | Twitter | Facebook
Book a meeting with me
Keep moving!""",
    "french": """\
Cordialement,

Ana LEFÈVRE
Responsable des achats
SOCIÉTÉ EXEMPLE SAS
12 rue de la Paix
75002 PARIS
Tél. : 01 23 45 67 89
Port. : 06 12 34 56 78
SIRET 123 456 789 00012 - RCS Paris B 123 456 789
Merci de penser à l'environnement avant d'imprimer ce courriel.""",
    "french, a server's notice": """\
Ana Lefèvre
Directrice adjointe

Ce message et ses pièces jointes peuvent contenir des informations confidentielles ou privilégiées et ne doivent donc
pas être diffusés, exploités ou copiés sans autorisation.""",
    "a card": """\
BEGIN:VCARD
VERSION:3.0
N:Smith;Ana;;;
FN:Ana Smith
ORG:Acme Ltd
TITLE:Account Manager
TEL;TYPE=WORK,VOICE:+44 20 7946 0123
ADR;TYPE=WORK:;;12 Play Street;London;;EC1A 1BB;UK
URL:http://acme.example
EMAIL;TYPE=INTERNET:ana@acme.example
END:VCARD""",
    "in columns": """\
Ana Smith          | Direct  020 7946 0123
Head of Planning   | Mobile  07700 900123
Acme Ltd           | Web     acme.example""",
    "a university": """\
Dr. Ana Schmidt
Wissenschaftliche Mitarbeiterin
Lehrstuhl für Spieltheorie
Universität Musterstadt
Raum 3.14, Gebäude 12
Tel.: 0711/685-1234
PGP: 0x1234ABCD""",
    "boxed": """\
*********************************************
ANA SMITH
SENIOR PLANNER
ACME HOLDINGS LTD
TEL 020 7946 0123
*********************************************""",
    "a ruler and a slogan": """\
______________________________
Ana Smith | Sales Executive
Acme Ltd
"Order today, play tomorrow!"
Follow us: facebook.example/acme""",
    "programs": """\
Sent from Mail for Windows
Virus-free. www.avast.com
Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.
https://www.avast.com/antivirus
This email has been checked for viruses by AVG antivirus software.
www.avg.com
Get Outlook for Android
Von meinem/meiner Galaxy gesendet
Gesendet mit der mobilen Mail App
Sent with Shortwave
Sent via Superhuman
Mailed with Mailspring
Gesendet von Mail für Windows 10
Envoyé à partir de Outlook pour iOS
Sent from Proton Mail Android
Sent from Nine""",
}  # fmt: skip
"""Each by what it is."""
